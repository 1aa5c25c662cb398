package dev.rowan.landscape.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The process that holds a lease: its name for people, and what a process of the same machine can find it by.
record LeaseOwner(String name, Optional<LocalProcess> process) {
    /// Parts the name from the process in what is stored.
    private static final String PARTED = " #";

    static LeaseOwner thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String since = process.info().startInstant().map(at -> " since " + at).orElse("");
        return new LeaseOwner("process " + process.pid() + " on " + host() + since, LocalProcess.current());
    }

    /// The owner as it was stored; an older Rowan stored the name alone.
    static LeaseOwner of(String stored) {
        int parted = stored.lastIndexOf(PARTED);
        return parted < 0
                ? new LeaseOwner(stored, Optional.empty())
                : new LeaseOwner(
                        stored.substring(0, parted), LocalProcess.parse(stored.substring(parted + PARTED.length())));
    }

    /// The same for the same process, and for no other.
    String stored() {
        return name + process.map(found -> PARTED + found.text()).orElse("");
    }

    /// Whether the process was one of this machine and has ended. False where that cannot be told for certain.
    boolean isGone() {
        return process.isPresent() && process.get().isGone();
    }

    /// The name of this machine, without asking the network for it.
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            String name = System.getenv("COMPUTERNAME");
            return name == null ? "this machine" : name;
        }
    }
}
