package dev.rowan.cli.verify;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.KeptHead;
import dev.rowan.landscape.verify.SinkFile;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyReport;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The result of verifying a run.
record Verified(
        String runId, VerifyReport report, List<HeadRead> heads, List<SinkRead> sinks, Optional<VerifyingKey> key) {

    Verified {
        heads = List.copyOf(heads);
        sinks = List.copyOf(sinks);
    }

    /// A head file and its content.
    record HeadRead(Path file, HeadFiles.Read read) {
        Optional<KeptHead> head() {
            return read instanceof HeadFiles.Read.Good(var good) ? Optional.of(good) : Optional.empty();
        }
    }

    /// A sink of the run with the check of its file, if it has one.
    record SinkRead(SinkState sink, Optional<Path> file, Optional<SinkFile.Result> result) {
        boolean changed() {
            return result.filter(SinkFile.Result.Changed.class::isInstance).isPresent();
        }
    }

    boolean anchored() {
        return heads.stream().anyMatch(head -> head.head().isPresent());
    }

    boolean tampered() {
        return report.verdict() instanceof Verdict.Tampered
                || report.allFindings() > 0
                || heads.stream().anyMatch(head -> head.head().isEmpty())
                || sinks.stream().anyMatch(SinkRead::changed);
    }

    ExitCode code() {
        if (tampered()) {
            return ExitCode.TAMPERED;
        }
        if (!report.progress().complete()) {
            return ExitCode.INCOMPLETE;
        }
        return anchored() ? ExitCode.OK : ExitCode.NOT_ANCHORED;
    }
}
