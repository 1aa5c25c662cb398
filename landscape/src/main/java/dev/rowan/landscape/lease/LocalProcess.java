package dev.rowan.landscape.lease;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The identity of a process on Linux: boot id, PID namespace, user, PID, and start in clock ticks since the boot,
/// which is independent of the wall clock.
///
/// PIDs of another boot or namespace mean nothing here, and processes of another user may be hidden: whether such
/// a process has ended is unknown.
record LocalProcess(String boot, String namespace, String user, long pid, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    private static final String SEPARATOR = " ";
    private static final int PARTS = 5;
    /// Indexes of the fields of `/proc/PID/stat` after the name, which may contain anything and ends with the last
    /// bracket.
    private static final int STATE = 0;

    private static final int THREADS = 17;
    private static final int START = 19;

    /// The fields we need of `/proc/PID/stat`.
    private record Stat(String state, long threads, long startTicks) {

        /// A zombie, not yet reaped by its parent.
        boolean isZombie() {
            return (state.equals("Z") || state.equals("X")) && threads <= 1;
        }
    }

    /// This process; empty if the system is not Linux.
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
        List<String> parts = List.of(text.split(SEPARATOR, -1));
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
        return String.join(SEPARATOR, boot, namespace, user, String.valueOf(pid), String.valueOf(startTicks));
    }

    /// Whether it has ended; false if unknown.
    boolean isGone() {
        return current().filter(this::isVisibleTo).isPresent() && hasEnded();
    }

    /// Whether the other process could see this one.
    private boolean isVisibleTo(LocalProcess other) {
        return boot.equals(other.boot) && namespace.equals(other.namespace) && user.equals(other.user);
    }

    private boolean hasEnded() {
        try {
            Stat now = stat(pid);
            return now.startTicks() != startTicks || now.isZombie();
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    private static Stat stat(long pid) throws IOException {
        String text = Files.readString(PROC.resolve(pid + "/stat"), ISO_8859_1);
        List<String> fields =
                List.of(text.substring(text.lastIndexOf(')') + 1).strip().split(SEPARATOR, -1));
        return new Stat(fields.get(STATE), Long.parseLong(fields.get(THREADS)), Long.parseLong(fields.get(START)));
    }
}
