package dev.rowan.engine.output;

import dev.rowan.landscape.RunRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The holder of a sink's lock file, as written in it: run, landscape and process id, one per line.
record SinkFileHolder(String runId, String landscape, long pid) {

    String text() {
        return "%s%n%s%n%d%n".formatted(runId, landscape, pid);
    }

    private static Optional<SinkFileHolder> read(Path lock) {
        try {
            List<String> lines = Files.readAllLines(lock);
            return lines.size() < 3
                    ? Optional.empty()
                    : Optional.of(new SinkFileHolder(lines.get(0), lines.get(1), Long.parseLong(lines.get(2))));
        } catch (IOException | NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    /// Why `runId` may not write `file` while another process holds its lock.
    static RunRefusedException refusal(Path file, Path lock, String runId) {
        Optional<SinkFileHolder> holder = read(lock);
        return new RunRefusedException((program, _) ->
                holder.map(found -> found.refusal(file, runId, program)).orElseGet(() -> unknown(file, lock)));
    }

    private static String unknown(Path file, Path lock) {
        return "%s is being written by another process, which holds %s; wait until it has ended, then run this command again"
                .formatted(file, lock);
    }

    private String refusal(Path file, String ours, String program) {
        return runId.equals(ours)
                ? "run %s is held by process %d, which writes %s: it can be taken over as soon as that process has ended; stop it first if it hangs"
                        .formatted(runId, pid, file)
                : "%s is being written by run %s of %s, process %d; wait until it has ended: %s watch %s --landscape '%s'"
                        .formatted(file, runId, landscape, pid, program, runId, landscape);
    }
}
