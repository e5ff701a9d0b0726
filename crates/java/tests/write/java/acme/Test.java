package acme;

/** Bears the name of JUnit's annotation. */
public record Test(String string) {
}
