package dev.rowan.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Writes the stack trace of a defect to an owner-only file, for bug reports.
final class DefectLog {
    private DefectLog() {}

    static String trace(Throwable defect) {
        var text = new StringWriter();
        defect.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /// The file; empty if it could not be written, and then nothing is left of it.
    static Optional<Path> write(Throwable defect) {
        try {
            Path file = Files.createTempFile("rowan-defect-", ".log");
            try {
                return Optional.of(Files.writeString(file, trace(defect)));
            } catch (IOException full) {
                Files.delete(file);
                throw full;
            }
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
