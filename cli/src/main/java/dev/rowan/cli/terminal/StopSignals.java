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

/// Listens for the signals that ask a program to end, until it is closed.
///
/// A shutdown hook would come too late: by then the exit code is fixed, and a second signal is not heard. The JDK's
/// `sun.misc.Signal` hears them all; it is reached by reflection because naming it is a compiler warning that cannot
/// be turned off.
public final class StopSignals implements AutoCloseable {
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

    private final Deque<Runnable> restores = new ArrayDeque<>();

    private StopSignals() {}

    /// Calls `listener` with `SIGINT`, `SIGTERM` or `SIGHUP`, on a thread of the JVM. A signal that the system or the
    /// JVM does not hand out is left alone.
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
