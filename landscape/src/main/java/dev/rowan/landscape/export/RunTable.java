package dev.rowan.landscape.export;

import static dev.rowan.landscape.export.ExportColumn.flag;
import static dev.rowan.landscape.export.ExportColumn.text;
import static dev.rowan.landscape.export.ExportColumn.time;
import static dev.rowan.landscape.export.ExportColumn.usd;
import static dev.rowan.landscape.export.ExportColumn.whole;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.history.RunSummary;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run as one record: the contents of `rowan status`, and the deleted values.
record RunTable(ExportedRun run) {
    static final List<ExportColumn> COLUMNS = Stream.of(
                    Stream.of(
                            text("run_id"),
                            text("name"),
                            text("status"),
                            text("why"),
                            flag("simulated"),
                            time("started"),
                            time("ended"),
                            time("last_event"),
                            whole("rows_read"),
                            whole("rows_ended")),
                    Stream.of(Outcome.values()).map(outcome -> whole(outcome.word())),
                    Stream.of(
                            whole("calls"),
                            whole("attempts"),
                            whole("open_attempts"),
                            whole("input_tokens"),
                            whole("output_tokens"),
                            usd("cost_usd"),
                            flag("cost_known"),
                            whole("unpriced_attempts"),
                            usd("reserved_usd"),
                            text("source"),
                            text("pipeline_file"),
                            text("rowan_version"),
                            text("operator"),
                            whole("events"),
                            text("root"),
                            whole("deleted_payloads"),
                            time("deleted_at")))
            .flatMap(columns -> columns)
            .toList();

    void write(RunSummary summary, ExportSink sink) throws IOException, SQLException {
        var values = new ArrayList<@Nullable Object>();
        values.add(summary.runId());
        values.add(summary.name());
        values.add(summary.status());
        values.add(summary.why().orElse(null));
        values.add(summary.simulated());
        values.add(summary.started());
        values.add(summary.ended().orElse(null));
        values.add(summary.lastEvent());
        values.add(summary.rowsRead());
        values.add(summary.rowsEnded());
        for (Outcome outcome : Outcome.values()) {
            values.add(summary.outcomes().getOrDefault(outcome, 0L));
        }
        values.add(summary.calls().calls());
        values.add(summary.calls().allAttempts() - summary.calls().open());
        values.add(summary.calls().open());
        values.add(summary.calls().inputTokens());
        values.add(summary.calls().outputTokens());
        values.add(summary.calls().costs().amount().orElse(null));
        values.add(summary.calls().costKnown());
        values.add(summary.calls().costs().unpriced());
        values.add(summary.calls().reserved());
        values.add(summary.source());
        values.add(summary.pipelineFile().orElse(null));
        values.add(summary.rowanVersion());
        values.add(summary.operator());
        values.add(summary.events());
        values.add(summary.root());
        addDeleted(values);
        sink.accept(values.toArray());
    }

    private void addDeleted(List<@Nullable Object> values) throws SQLException {
        try (PreparedStatement select = run.connection()
                .prepareStatement("SELECT COALESCE(sum(payloads), 0), max(time) FROM purge WHERE run_no = ?")) {
            select.setInt(1, run.log().runNo());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                values.add(row.getLong(1));
                long at = row.getLong(2);
                values.add(row.wasNull() ? null : Micros.instant(at));
            }
        }
    }
}
