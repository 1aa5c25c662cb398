package dev.rowan.landscape.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The process that holds a lease: its display name, and its identity on this machine.
record LeaseOwner(String name, Optional<LocalProcess> process) {
    /// Separates name and process in the stored text.
    private static final String SEPARATOR = " #";

    /// Name and host of [#thisProcess].
    private static final Pattern NAME = Pattern.compile("process (\\d+) on (.+?)( since \\S+)?");

    static LeaseOwner thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String since = process.info().startInstant().map(at -> " since " + at).orElse("");
        return new LeaseOwner("process " + process.pid() + " on " + thisHost() + since, LocalProcess.current());
    }

    /// Parses the stored text; older versions stored the name alone.
    static LeaseOwner of(String stored) {
        int split = stored.lastIndexOf(SEPARATOR);
        return split < 0
                ? new LeaseOwner(stored, Optional.empty())
                : new LeaseOwner(
                        stored.substring(0, split), LocalProcess.parse(stored.substring(split + SEPARATOR.length())));
    }

    /// The text to store, unique per process.
    String stored() {
        return name + process.map(found -> SEPARATOR + found.text()).orElse("");
    }

    /// Whether the process ran on this machine and has ended; false if unknown.
    boolean isGone() {
        return process.isPresent() && process.get().isGone();
    }

    /// The host that the name states.
    Optional<String> host() {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Optional.of(matcher.group(2)) : Optional.empty();
    }

    /// The process number that the name states.
    OptionalLong pid() {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /// The host name, without a network lookup.
    private static String thisHost() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            String name = System.getenv("COMPUTERNAME");
            return name == null ? "this machine" : name;
        }
    }
}
