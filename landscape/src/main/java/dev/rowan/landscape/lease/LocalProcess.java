package dev.rowan.landscape.lease;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A process as Linux tells it from every other: by the boot of the kernel, the namespace of process numbers,
/// its user, its number, and its start in clock ticks since the boot, which a clock that is set does not
/// change.
///
/// Numbers of another boot or namespace mean nothing here, and processes of another user may be hidden: whether
/// such a process has ended cannot be told.
record LocalProcess(String boot, String namespace, String user, long pid, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    private static final String BETWEEN = " ";
    private static final int PARTS = 5;
    /// The fields of `/proc/PID/stat` after the name, which may hold anything and ends with the last bracket.
    private static final int STATE = 0;

    private static final int THREADS = 17;
    private static final int START = 19;

    /// What the system tells of a process that it knows.
    private record Stat(String state, long threads, long startTicks) {

        /// Ended, and not yet collected by its parent.
        boolean isOver() {
            return (state.equals("Z") || state.equals("X")) && threads <= 1;
        }
    }

    /// This process; empty on a system that does not tell.
    static Optional<LocalProcess> current() {
        try {
            Path self = PROC.resolve("self");
            long pid = ProcessHandle.current().pid();
            return Optional.of(new LocalProcess(
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip(),
                    Files.readSymbolicLink(self.resolve("ns/pid")).toString(),
                    String.valueOf(Files.getAttribute(self, "unix:uid")),
                    pid,
                    stat(pid).startTicks()));
        } catch (IOException | RuntimeException notLinux) {
            return Optional.empty();
        }
    }

    static Optional<LocalProcess> parse(String text) {
        List<String> parts = List.of(text.split(BETWEEN, -1));
        try {
            return parts.size() == PARTS
                    ? Optional.of(new LocalProcess(
                            parts.get(0),
                            parts.get(1),
                            parts.get(2),
                            Long.parseLong(parts.get(3)),
                            Long.parseLong(parts.get(4))))
                    : Optional.empty();
        } catch (NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    String text() {
        return String.join(BETWEEN, boot, namespace, user, String.valueOf(pid), String.valueOf(startTicks));
    }

    /// Whether it has ended; false where that cannot be told for certain.
    boolean isGone() {
        return current().filter(this::isBeside).isPresent() && hasEnded();
    }

    /// Whether the other one sees this process if it lives.
    private boolean isBeside(LocalProcess other) {
        return boot.equals(other.boot) && namespace.equals(other.namespace) && user.equals(other.user);
    }

    private boolean hasEnded() {
        try {
            Stat now = stat(pid);
            return now.startTicks() != startTicks || now.isOver();
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException | RuntimeException untold) {
            return false;
        }
    }

    private static Stat stat(long pid) throws IOException {
        String text = Files.readString(PROC.resolve(pid + "/stat"), ISO_8859_1);
        List<String> fields =
                List.of(text.substring(text.lastIndexOf(')') + 1).strip().split(BETWEEN, -1));
        return new Stat(fields.get(STATE), Long.parseLong(fields.get(THREADS)), Long.parseLong(fields.get(START)));
    }
}
