package dev.rowan.cli.terminal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// Listens for termination signals until closed.
/// A shutdown hook is too late: by then the exit code is fixed, and a second signal is ignored. `sun.misc.Signal` is
/// called by reflection because naming it is a compiler warning that cannot be suppressed.
public final class StopSignals implements AutoCloseable {
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

    private final Deque<Runnable> restores = new ArrayDeque<>();

    private StopSignals() {}

    /// Calls `listener` with `SIGINT`, `SIGTERM` or `SIGHUP`, on a JVM thread. Signals that the platform does not
    /// support are skipped.
    public static StopSignals listen(Consumer<String> listener) {
        var signals = new StopSignals();
        for (String name : NAMES) {
            try {
                signals.listen(name, listener);
            } catch (ReflectiveOperationException | IllegalArgumentException _) {
                // such as HUP on Windows, or with -Xrs
            }
        }
        return signals;
    }

    private void listen(String name, Consumer<String> listener) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Method handle = signalType.getMethod("handle", signalType, handlerType);
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        MethodHandle accept = MethodHandles.publicLookup()
                .findVirtual(Consumer.class, "accept", MethodType.methodType(void.class, Object.class));
        MethodHandle tell = MethodHandles.dropArguments(
                MethodHandles.insertArguments(accept, 0, listener, "SIG" + name), 0, signalType);
        Object handler = MethodHandleProxies.asInterfaceInstance(handlerType, tell);
        Object before = handle.invoke(null, signal, handler);
        restores.push(() -> restore(handle, signal, before));
    }

    private static void restore(Method handle, Object signal, Object before) {
        try {
            handle.invoke(null, signal, before);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Override
    public void close() {
        restores.forEach(Runnable::run);
        restores.clear();
    }
}
