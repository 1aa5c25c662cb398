package dev.rowan.landscape.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The process that holds a lease, in words that are the same for the same process and for no other.
record Owner(String words) {

    static Owner thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String since = process.info().startInstant().map(at -> " since " + at).orElse("");
        return new Owner("process " + process.pid() + " on " + host() + since);
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
