package dev.rowan.cli;

import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A landscape whose writers die just before they record that a split is done, from the `first` one on: its rows are in
/// the target and not on record.
final class SplitDoneCrash {
    private final int first;
    private final AtomicInteger done = new AtomicInteger();

    SplitDoneCrash(int first) {
        this.first = first;
    }

    Landscape over(Landscape landscape) {
        return proxy(Landscape.class, landscape, (method, arguments) -> {
            Object result = invoke(landscape, method, arguments);
            return result instanceof SplitRecorder recorder ? over(recorder) : result;
        });
    }

    private SplitRecorder over(SplitRecorder recorder) {
        return proxy(SplitRecorder.class, recorder, (method, arguments) -> {
            if (method.getName().equals("record")
                    && arguments[0] instanceof List<?> together
                    && together.stream().anyMatch(LogEntry.SplitDone.class::isInstance)
                    && done.incrementAndGet() >= first) {
                throw new IllegalStateException("planted crash");
            }
            return invoke(recorder, method, arguments);
        });
    }

    private interface Call {
        @Nullable
        Object invoke(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, T target, Call call) {
        return type.cast(Proxy.newProxyInstance(
                target.getClass().getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> call.invoke(method, arguments == null ? new Object[0] : arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
