package hostile;

import java.io.File;
import java.io.IOException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.element.TypeElement;

/** An annotation processor that is on the class path of tests, where a compiler that looks for processors finds it. */
@SupportedAnnotationTypes("*")
public final class Processor extends AbstractProcessor {
    /** Does its damage in the compiler. */
    public Processor() throws IOException {
        new File("@CANARY@/processed").createNewFile();
        new ProcessBuilder("setsid", "sleep", "@MARK@").start();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return false;
    }
}
