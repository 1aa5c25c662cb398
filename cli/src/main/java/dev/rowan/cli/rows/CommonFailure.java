package dev.rowan.cli.rows;

import dev.rowan.engine.report.ShellWord;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries.FailureGroup;
import java.util.Optional;

/// The most frequent failure of a run, with the message of its first row.
public record CommonFailure(String outcome, Optional<String> node, Optional<String> reason, long rows, String message) {

    /// Empty if no row failed.
    public static Optional<CommonFailure> of(LandscapeReader reader, String runId) {
        return reader.rows().mostFrequentFailure(runId).map(group -> read(reader, runId, group));
    }

    private static CommonFailure read(LandscapeReader reader, String runId, FailureGroup group) {
        EndedRow first = EndedRow.read(reader, runId, new RowMatches.Token(group.row(), group.part()));
        return new CommonFailure(group.outcome().word(), first.node(), group.reason(), group.rows(), first.message());
    }

    /// The arguments of the command that lists its rows: `rows RUN --outcome failed --reason api_error`.
    public String command(String runId) {
        return "rows " + runId + " --outcome " + outcome
                + reason.map(code -> " --reason " + ShellWord.of(code)).orElse("");
    }

    public JsonObject json() {
        return JsonObject.object()
                .put("outcome", outcome)
                .put("node", node)
                .put("reason", reason)
                .put("rows", rows)
                .put("message", message);
    }
}
