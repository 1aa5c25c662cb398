package dev.rowan.flink.child;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Handles signals as Flink's processes do: passes them on to the handler from before, which ends a plain JVM.
public final class SignalledProgram {
    static final String READY = "ready";

    private SignalledProgram() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println(READY + handle("INT") + handle("HUP"));
        new CountDownLatch(1).await();
    }

    /// The name of the signal, unless it is ignored.
    private static String handle(String name) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Method handle = handlerType.getMethod("handle", signalType);
        var before = new AtomicReference<Object>();
        Object handler = Proxy.newProxyInstance(
                SignalledProgram.class.getClassLoader(), new Class<?>[] {handlerType}, (_, _, given) -> {
                    handle.invoke(before.get(), given);
                    System.out.println("still alive after " + name);
                    return null;
                });
        before.set(signalType
                .getMethod("handle", signalType, handlerType)
                .invoke(null, signalType.getConstructor(String.class).newInstance(name), handler));
        return handlerType.getField("SIG_IGN").get(null).equals(before.get()) ? "" : " " + name;
    }
}
