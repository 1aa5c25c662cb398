package dev.rowan.cli;

import dev.rowan.api.Sha256;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitPart;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Looks, after each commit of a split that is done, which of the parts on record are not on disk as recorded. With
/// `renameLate` it plants a defect: the parts of the split get their names after the commit.
final class PartRecording {
    private final String url;
    private final Path out;
    private final boolean renameLate;
    private final AtomicInteger commits = new AtomicInteger();
    private final List<String> missing = new CopyOnWriteArrayList<>();

    PartRecording(String url, Path out, boolean renameLate) {
        this.url = url;
        this.out = out;
        this.renameLate = renameLate;
    }

    int commits() {
        return commits.get();
    }

    List<String> missing() {
        return List.copyOf(missing);
    }

    /// The landscape with writers that are watched.
    Landscape over(Landscape landscape) {
        return proxy(Landscape.class, (method, arguments) -> {
            Object result = invoke(landscape, method, arguments);
            return result instanceof SplitRecorder recorder ? over(recorder) : result;
        });
    }

    private SplitRecorder over(SplitRecorder recorder) {
        return proxy(SplitRecorder.class, (method, arguments) -> {
            if (!method.getName().equals("record") || !(arguments[0] instanceof List<?> together)) {
                return invoke(recorder, method, arguments);
            }
            List<LogEntry> entries = together.stream().map(LogEntry.class::cast).toList();
            List<SplitPart> parts = entries.stream()
                    .filter(LogEntry.SplitDone.class::isInstance)
                    .map(LogEntry.SplitDone.class::cast)
                    .flatMap(done -> done.parts().stream())
                    .toList();
            return entries.stream().anyMatch(LogEntry.SplitDone.class::isInstance)
                    ? recordDone(recorder, entries, parts)
                    : (Object) recorder.record(entries);
        });
    }

    private long recordDone(SplitRecorder recorder, List<LogEntry> entries, List<SplitPart> parts)
            throws IOException, InterruptedException {
        if (renameLate) {
            for (SplitPart part : parts) {
                Files.move(out.resolve(part.file()), out.resolve(part.file() + ".late"));
            }
        }
        long number = recorder.record(entries);
        recorder.awaitCommitted(number);
        commits.incrementAndGet();
        check();
        if (renameLate) {
            for (SplitPart part : parts) {
                Files.move(out.resolve(part.file() + ".late"), out.resolve(part.file()));
            }
        }
        return number;
    }

    /// What a process that is started now would find.
    private void check() throws IOException {
        try (LandscapeReader reader = Landscapes.read(url, out)) {
            String runId = reader.runs().newest(1).getFirst().runId();
            for (String sink : List.of("output", "blocked", "unreadable")) {
                for (SplitPart part : reader.splits().parts(runId, sink).values()) {
                    Path file = out.resolve(part.file());
                    if (Files.notExists(file) || !Sha256.hex(file).equals(part.sha256())) {
                        missing.add(part.file());
                    }
                }
            }
        }
    }

    private interface Call {
        Object invoke(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
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
