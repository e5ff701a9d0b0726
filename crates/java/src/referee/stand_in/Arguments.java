package org.junit.jupiter.params.provider;

/** Stands in for JUnit's rows of arguments where tests are tried before they are kept. */
public interface Arguments {
    Object[] get();

    static Arguments of(Object... arguments) {
        return () -> arguments;
    }
}
