package dev.rowan.landscape.export;

import static dev.rowan.landscape.export.ExportColumn.flag;
import static dev.rowan.landscape.export.ExportColumn.json;
import static dev.rowan.landscape.export.ExportColumn.text;
import static dev.rowan.landscape.export.ExportColumn.time;
import static dev.rowan.landscape.export.ExportColumn.usd;
import static dev.rowan.landscape.export.ExportColumn.whole;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.export.RecordedRow.Cost;
import dev.rowan.landscape.export.RecordedRow.End;
import dev.rowan.landscape.export.RecordedRow.Read;
import dev.rowan.landscape.export.RecordedRow.Visit;
import dev.rowan.landscape.fold.Micros;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The rows of a run: one record for each token, or for the row while it has none that ended. Reads, visits, outcomes
/// and costs come from four questions in the order of rows, side by side.
record RowTable(ExportedRun run, ExportRequest.Rows wanted) {
    static final List<ExportColumn> COLUMNS = List.of(
            text("run_id"),
            whole("row_seq"),
            whole("part"),
            text("source_id"),
            text("position"),
            text("read_status"),
            time("read_at"),
            text("outcome"),
            text("reason"),
            text("node"),
            text("sink"),
            time("ended_at"),
            whole("visits"),
            whole("queue_us"),
            whole("pacer_us"),
            whole("permit_us"),
            whole("wire_us"),
            whole("reorder_us"),
            whole("sink_us"),
            whole("total_us"),
            whole("attempts"),
            usd("cost_usd"),
            flag("cost_known"),
            flag("values_deleted"),
            json("values_read"),
            json("values_left"));

    void write(RecordSink sink) throws IOException, SQLException {
        long runNo = run.log().runNo();
        try (var reads = new Cursor<>(run, Read.SELECT, Read::from, runNo);
                var visits = new Cursor<>(run, Visit.SELECT, Visit::from, runNo);
                var ends = new Cursor<>(run, End.SELECT, End::from, runNo);
                var costs = new Cursor<>(run, Cost.SELECT, Cost::from, runNo)) {
            Optional<Read> read = reads.next();
            while (read.isPresent()) {
                long rowSeq = read.get().rowSeq();
                var row = new RecordedRow(
                        read.get(), Cursor.take(visits, rowSeq), Cursor.take(ends, rowSeq), Cursor.take(costs, rowSeq));
                write(row, sink);
                read = reads.next();
            }
        }
    }

    private void write(RecordedRow row, RecordSink sink) throws IOException {
        for (int part : row.parts()) {
            Optional<End> end = row.end(part);
            String outcome = end.map(End::outcome).orElse("");
            if (wanted.wants(outcome, end.flatMap(End::reason).orElse(""))) {
                sink.accept(values(row, part, end));
            }
        }
    }

    private @Nullable Object[] values(RecordedRow row, int part, Optional<End> end) {
        List<Visit> visits = row.visits(part);
        Optional<Cost> cost = row.cost(part);
        return new @Nullable Object[] {
            run.runId(),
            row.read().rowSeq(),
            (long) part,
            row.read().sourceId().orElse(null),
            row.read().position(),
            row.read().status(),
            Micros.instant(row.read().time()),
            end.map(End::outcome).orElse(null),
            end.flatMap(End::reason).orElse(null),
            end.flatMap(End::node).map(run::node).orElse(null),
            end.flatMap(End::sink).orElse(null),
            end.map(e -> Micros.instant(e.time())).orElse(null),
            (long) visits.size(),
            sum(visits, Visit::queueMicros),
            sum(visits, Visit::pacerMicros),
            sum(visits, Visit::permitMicros),
            sum(visits, Visit::wireMicros),
            end.map(End::reorderMicros).orElse(null),
            end.map(End::sinkMicros).orElse(null),
            end.map(End::totalMicros).orElse(null),
            cost.map(Cost::attempts).orElse(0L),
            cost.map(c -> new Usd(c.pico())).orElse(Usd.ZERO),
            cost.map(Cost::known).orElse(true),
            row.read().gone(),
            row.read().payload().orElse(null),
            row.left(part).orElse(null)
        };
    }

    private static long sum(List<Visit> visits, ToLongFunction<Visit> micros) {
        return visits.stream().mapToLong(micros).sum();
    }
}
