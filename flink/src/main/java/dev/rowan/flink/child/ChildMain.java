package dev.rowan.flink.child;

import dev.rowan.api.CallScope;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

/// Runs another main class, its first argument, and halts when its parent process is gone: then its standard input
/// ends. Signals that a terminal sends to all of its processes are left to the parent, which lets calls in flight end.
public final class ChildMain {
    private static final List<String> OF_TERMINAL = List.of("INT", "HUP");

    private ChildMain() {}

    // the scope is not closed: its thread ends with the process
    @SuppressWarnings("MustBeClosedChecker")
    public static void main(String[] arguments) throws Throwable {
        CallScope.openPlatform("parent-watch").start(ChildMain::awaitEnd);
        OF_TERMINAL.forEach(ChildMain::ignore);
        try {
            Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, 1, arguments.length));
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

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing is sent
            }
        } catch (IOException _) {
            // gone
        }
        Runtime.getRuntime().halt(1);
    }
}
