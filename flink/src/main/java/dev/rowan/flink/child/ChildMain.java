package dev.rowan.flink.child;

import dev.rowan.api.CallScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Runs another main class, its second argument, and halts when its parent process is gone: then its standard input
/// ends, and nobody else deletes the folder of the cluster, its first argument. Signals that a terminal sends to all of
/// its processes are left to the parent, which lets calls in flight end.
public final class ChildMain {
    private static final List<String> OF_TERMINAL = List.of("INT", "HUP");

    private ChildMain() {}

    // the scope is not closed: its thread ends with the process
    @SuppressWarnings("MustBeClosedChecker")
    public static void main(String[] arguments) throws Throwable {
        Path folder = Path.of(arguments[0]);
        CallScope.openPlatform("parent-watch").start(() -> awaitEnd(folder));
        OF_TERMINAL.forEach(ChildMain::ignore);
        try {
            Class.forName(arguments[1]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, 2, arguments.length));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    /// By reflection, since naming `sun.misc.Signal` is a compiler warning that cannot be suppressed.
    private static void ignore(String name) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object nothing = Proxy.newProxyInstance(
                    ChildMain.class.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), nothing);
        } catch (ReflectiveOperationException _) {
            // a signal that this platform does not have
        }
    }

    private static void awaitEnd(Path folder) {
        try {
            while (System.in.read() >= 0) {
                // nothing is sent
            }
        } catch (IOException _) {
            // gone
        }
        try {
            delete(folder);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    /// All processes of a cluster do this; the one that has listed the files first deletes them.
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException _) {
            // temporary files
        }
    }
}
