package dev.rowan.landscape.export;

import static dev.rowan.landscape.export.ExportColumn.flag;
import static dev.rowan.landscape.export.ExportColumn.json;
import static dev.rowan.landscape.export.ExportColumn.text;
import static dev.rowan.landscape.export.ExportColumn.time;
import static dev.rowan.landscape.export.ExportColumn.usd;
import static dev.rowan.landscape.export.ExportColumn.whole;

import dev.rowan.landscape.export.RecordedRow.Cost;
import dev.rowan.landscape.export.RecordedRow.End;
import dev.rowan.landscape.export.RecordedRow.Read;
import dev.rowan.landscape.export.RecordedRow.Visit;
import dev.rowan.landscape.export.RowSelection.Span;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.record.CallCost;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The rows of a run: one record per token, or per row while none of its tokens has ended. Merges four queries in
/// row order: reads, visits, outcomes and costs.
record RowTable(ExportedRun run) {
    private static final Span ALL = new Span(Long.MIN_VALUE, Long.MAX_VALUE);

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

    /// Filters tokens by row, part and outcome.
    private interface Wanted {
        boolean wants(long row, int part, Optional<End> end);
    }

    void write(ExportRequest.Rows wanted, ExportSink sink) throws IOException, SQLException {
        write(
                ALL,
                (_, _, end) -> wanted.wants(
                        end.map(End::outcome).orElse(""),
                        end.flatMap(End::reason).orElse("")),
                sink);
    }

    /// Range by range, so that a few rows out of many are found by index.
    void write(RowSelection chosen, ExportSink sink) throws IOException, SQLException {
        Optional<Span> span = chosen.next(Long.MIN_VALUE);
        while (span.isPresent()) {
            write(span.get(), (row, part, _) -> chosen.wants(row, part), sink);
            span = chosen.next(span.get().to());
        }
    }

    private void write(Span span, Wanted wanted, ExportSink sink) throws IOException, SQLException {
        long[] of = {run.log().runNo(), span.from(), span.to()};
        try (var reads = new Cursor<>(run, Read.SELECT, Read::from, of);
                var visits = new Cursor<>(run, Visit.SELECT, Visit::from, of);
                var ends = new Cursor<>(run, End.SELECT, End::from, of);
                var costs = new Cursor<>(run, Cost.SELECT, Cost::from, of)) {
            Optional<Read> read = reads.next();
            while (read.isPresent()) {
                long rowSeq = read.get().rowSeq();
                var row = new RecordedRow(
                        read.get(), Cursor.take(visits, rowSeq), Cursor.take(ends, rowSeq), Cursor.take(costs, rowSeq));
                write(row, wanted, sink);
                read = reads.next();
            }
        }
    }

    private void write(RecordedRow row, Wanted wanted, ExportSink sink) throws IOException {
        for (int part : row.parts()) {
            Optional<End> end = row.end(part);
            if (wanted.wants(row.read().rowSeq(), part, end)) {
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
            cost.map(Cost::cost).orElse(CallCost.NONE).amount().orElse(null),
            cost.map(Cost::cost).orElse(CallCost.NONE).isKnown(),
            row.read().gone(),
            row.read().payload().orElse(null),
            row.left(part).orElse(null)
        };
    }

    private static long sum(List<Visit> visits, ToLongFunction<Visit> micros) {
        return visits.stream().mapToLong(micros).sum();
    }
}
