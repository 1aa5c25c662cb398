package dev.rowan.testkit.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A program from npm, installed without running install scripts.
record NpmProgram(String name, String version) implements InstalledProgram {
    /// The cut-off date of packages, so that every clone installs the same ones.
    private static final String BEFORE = "2026-11-01";

    /// Whether node and npm are on the PATH.
    static boolean isAvailable() {
        return Stream.of("node", "npm")
                .allMatch(program -> Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
    }

    @Override
    public List<String> installer(Path folder) {
        return List.of(
                "npm",
                "install",
                "--prefix=" + folder,
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--before=" + BEFORE,
                name + "@" + version);
    }
}
