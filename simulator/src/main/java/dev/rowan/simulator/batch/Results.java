package dev.rowan.simulator.batch;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.batch.ResultSettings.LineFault;
import dev.rowan.simulator.http.Content;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The results of a job that has ended as JSON lines, made while they are written, and so never in memory as a whole.
public final class Results implements Content {
    private final SimulatedJob job;
    private final JobStage stage;
    private final LineFormat format;
    private final boolean faulty;

    public Results(SimulatedJob job, JobStage stage, LineFormat format) {
        this(job, stage, format, true);
    }

    private Results(SimulatedJob job, JobStage stage, LineFormat format, boolean faulty) {
        this.faulty = faulty;
        this.job = job;
        this.stage = stage;
        this.format = format;
    }

    /// The correct results, without the faults in the lines that the owner sees.
    public static Results faultless(SimulatedJob job, JobStage stage, LineFormat format) {
        return new Results(job, stage, format, false);
    }

    /// Whether there is any line.
    public boolean isEmpty() {
        for (int rank = 0; rank < job.rows(); rank++) {
            if (format.holds(job.kind(rank, stage))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long length() {
        return job.length(format.name(), this::count);
    }

    private long count() {
        var counter = new Counter();
        try {
            writeTo(counter);
        } catch (IOException e) {
            throw new IllegalStateException("counting does not fail", e);
        }
        return counter.count;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (int rank = 0; rank < job.rows(); rank++) {
            RowKind kind = job.kind(rank, stage);
            if (format.holds(kind)) {
                out.write(text(rank, kind));
            }
        }
    }

    private byte[] text(int rank, RowKind kind) {
        int row = job.row(rank);
        Optional<LineFault> fault = fault(row);
        if (fault.isPresent() && fault.get() == LineFault.MISSING) {
            return new byte[0];
        }
        JobRows.Worked worked = job.worked(row, kind, stage);
        var text = new ByteArrayOutputStream();
        if (fault.isPresent() && fault.get() == LineFault.UNKNOWN) {
            line(text, RowJson.writeValue(format.line(job.seed(row).id("unknown-"), job.seed(row), worked.result())));
        }
        byte[] line = RowJson.writeValue(format.line(worked.id(), job.seed(row), worked.result()));
        boolean bad = fault.isPresent() && fault.get() == LineFault.BAD;
        line(text, bad ? Arrays.copyOf(line, line.length / 2) : line);
        if (fault.isPresent() && fault.get() == LineFault.DUPLICATE) {
            line(text, line);
        }
        return text.toByteArray();
    }

    private Optional<LineFault> fault(int row) {
        return faulty ? job.settings().results().lineFault(job.seed(row)) : Optional.empty();
    }

    private static void line(ByteArrayOutputStream text, byte[] line) {
        text.writeBytes(line);
        text.write('\n');
    }

    /// The results as one list, for providers that give them so; lines are missing and double as they are in a file.
    public List<Map<String, @Nullable Object>> list() {
        var list = new ArrayList<Map<String, @Nullable Object>>();
        for (int rank = 0; rank < job.rows(); rank++) {
            RowKind kind = job.kind(rank, stage);
            int row = job.row(rank);
            Optional<LineFault> fault = fault(row);
            boolean missing = fault.isPresent() && fault.get() == LineFault.MISSING;
            if (format.holds(kind) && !missing) {
                JobRows.Worked worked = job.worked(row, kind, stage);
                list.add(format.line(worked.id(), job.seed(row), worked.result()));
                if (fault.isPresent() && fault.get() == LineFault.DUPLICATE) {
                    list.add(list.getLast());
                }
            }
        }
        return list;
    }

    /// Counts bytes and keeps none.
    private static final class Counter extends OutputStream {
        private long count;

        @Override
        public void write(int one) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int many) {
            count += many;
        }
    }
}
