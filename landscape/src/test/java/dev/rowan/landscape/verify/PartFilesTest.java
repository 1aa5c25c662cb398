package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Payload;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.SplitWork;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitPart;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.verify.SinkFile.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The parts of splits on disk, against their record.
class PartFilesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void record() throws InterruptedException, IOException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom());
                LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            try (SplitRecorder one = landscape.join(new WriterId("a", 1, 1))) {
                write(one, SplitWork.split(1), "c\nd\n");
                write(one, SplitWork.split(0), "a\nb\n");
            }
            owner.end(SplitWork.completed(2));
        }
    }

    private void write(SplitRecorder recorder, SplitRange split, String text) throws InterruptedException, IOException {
        recorder.open(split);
        var entries = new ArrayList<LogEntry>();
        for (long row = split.firstRow(); row < split.firstRow() + split.rows(); row++) {
            entries.add(Samples.read(row));
            entries.add(Samples.passed(row, 0, 0, Samples.row(row), Samples.row(row)));
            entries.add(Samples.completed(row, 0));
        }
        Files.writeString(part(split.split()), text);
        var part = new SplitPart(
                "output",
                "out.jsonl.part-" + split.split(),
                split.rows(),
                text.length(),
                Payload.utf8(text).sha256());
        entries.add(new LogEntry.SplitDone(split.split(), Samples.T, split.rows(), List.of(part)));
        recorder.record(entries);
    }

    private Path part(int split) {
        return folder.resolve("out.jsonl.part-" + split);
    }

    private Result check() throws IOException {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report = check.verify("a", VerifyInputs.itself());
            assertThat(report.findings()).isEmpty();
            return check.checkSink("a", report.sinks().getFirst(), folder.resolve("out.jsonl"));
        }
    }

    @Test
    void partsAreTheFileInTheOrderOfTheirSplits() throws IOException {
        assertThat(check()).isInstanceOfSatisfying(Result.Same.class, same -> {
            assertThat(same.mark().rows()).isEqualTo(4);
            assertThat(same.mark().sha256())
                    .isEqualTo(Payload.utf8("a\nb\nc\nd\n").sha256());
        });
    }

    /// P before the rename, and a crash in between.
    @Test
    void aPartUnderAnotherNameIsMissing() throws IOException {
        Files.move(part(1), folder.resolve("out.jsonl.part-1.tmp"));

        assertThat(check()).isEqualTo(new Result.Changed(4, 8, "part out.jsonl.part-1 is missing"));
    }

    @Test
    void aChangedPartIsFound() throws IOException {
        Files.writeString(part(0), "a\nB\n");

        assertThat(check()).isEqualTo(new Result.Changed(0, 4, "part out.jsonl.part-0 differs from what was written"));
    }
}
