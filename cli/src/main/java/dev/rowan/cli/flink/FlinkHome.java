package dev.rowan.cli.flink;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files that runs on Flink need besides Rowan's own: the job's jar, and Flink's jars in `flink`.
record FlinkHome(Path folder) {
    private static final String VARIABLE = "ROWAN_FLINK_HOME";

    static FlinkHome find(Shell shell) {
        Path folder = shell.variable(VARIABLE)
                .map(Path::of)
                .orElseThrow(() -> new UsageException("Flink is not part of this installation: unpack the archive"
                        + " rowan-flink of the same release over it, or set " + VARIABLE
                        + " to the directory with rowan-flink.jar and the directory flink (in a clone, `./rowan run"
                        + " --engine flink` builds it)"));
        var home = new FlinkHome(folder.toAbsolutePath());
        if (!Files.isRegularFile(home.jobJar())) {
            throw new UsageException(home.jobJar() + " does not exist; check " + VARIABLE);
        }
        return home;
    }

    Path jobJar() {
        return folder.resolve("rowan-flink.jar");
    }

    /// Flink's own jars, for child processes.
    List<Path> flinkJars() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("flink"))) {
            return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
        }
    }
}
