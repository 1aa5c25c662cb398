package dev.rowan.landscape.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The process that holds a lease: its display name, and its identity on this machine.
record LeaseOwner(String name, Optional<LocalProcess> process) {
    /// Separates name and process in the stored text.
    private static final String SEPARATOR = " #";

    static LeaseOwner thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String since = process.info().startInstant().map(at -> " since " + at).orElse("");
        return new LeaseOwner("process " + process.pid() + " on " + host() + since, LocalProcess.current());
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

    /// The host name, without a network lookup.
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            String name = System.getenv("COMPUTERNAME");
            return name == null ? "this machine" : name;
        }
    }
}
