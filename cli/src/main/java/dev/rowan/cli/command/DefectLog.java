package dev.rowan.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The stack trace of a defect in a file that only its owner can read, so that it can be reported.
final class DefectLog {
    private DefectLog() {}

    static String trace(Throwable defect) {
        var text = new StringWriter();
        defect.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /// The file written; empty when there is no place for one, and then no part of it stays.
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
