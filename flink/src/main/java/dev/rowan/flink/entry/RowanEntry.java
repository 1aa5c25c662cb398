package dev.rowan.flink.entry;

import java.lang.reflect.InvocationTargetException;

/// The main class of the job's jar. Compiled for Java 17, so that an older JVM than Rowan needs gets a message.
public final class RowanEntry {
    private static final int NEEDED = 25;

    private RowanEntry() {}

    public static void main(String[] arguments) throws Throwable {
        int found = Runtime.version().feature();
        if (found < NEEDED) {
            throw new IllegalStateException("Rowan needs Java " + NEEDED + " in every process of the Flink cluster;"
                    + " this JobManager has Java " + found);
        }
        try {
            Class.forName("dev.rowan.flink.RowanJob")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
