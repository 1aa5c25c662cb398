package dev.rowan.cli.purge;

import dev.rowan.cli.purge.ProviderFile.Removal;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.purge.CleanupResult;
import dev.rowan.landscape.purge.PurgePlan;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A planned or completed purge, as text and as JSON.
final class PurgeText {
    private static final int MAX_LISTED = 20;

    private PurgeText() {}

    static String line(PurgePlan planned) {
        return "  " + planned.run().runId() + "  " + SafeText.line(planned.run().name()) + ", "
                + planned.run().status() + ": " + extent(planned) + ", " + amount(planned.amount()) + sharing(planned);
    }

    /// `; rows 3, 7 share answers and lose them too`
    private static String sharing(PurgePlan planned) {
        List<Long> rows = planned.sharing();
        return rows.isEmpty()
                ? ""
                : "; " + (rows.size() == 1 ? "row " : "rows ")
                        + rows.stream().limit(MAX_LISTED).map(Figures::count).collect(Collectors.joining(", "))
                        + (rows.size() > MAX_LISTED ? " and " + Figures.count(rows.size() - MAX_LISTED) + " more" : "")
                        + (rows.size() == 1 ? " shares" : " share") + " answers and "
                        + (rows.size() == 1 ? "loses" : "lose") + " them too";
    }

    private static String extent(PurgePlan planned) {
        return planned.rows()
                .map(rows -> rows.size() == 1
                        ? "row " + Figures.count(rows.getFirst())
                        : Figures.counted(rows.size(), "row"))
                .orElse("the whole run with its configuration");
    }

    static String amount(Amount amount) {
        return Figures.counted(amount.payloads(), "value") + " (" + Figures.bytes(amount.bytes()) + ")";
    }

    /// ` and 6 files of batch jobs and attachments here, 4 at providers`; empty without files.
    static String files(List<Path> local, List<Removal> removals) {
        long remote =
                removals.stream().filter(removal -> removal.problem().isEmpty()).count();
        return local.isEmpty() && remote == 0
                ? ""
                : " and " + Figures.counted(local.size(), "file") + " of batch jobs and attachments here, "
                        + Figures.count(remote) + " at providers";
    }

    static JsonObject json(Removal removal) {
        return JsonObject.object()
                .put("run", removal.file().job().runId())
                .put("job", removal.file().job().number())
                .put("provider", removal.file().job().provider())
                .put("batch_id", removal.file().job().batchId())
                .put("kind", removal.file().kind())
                .put("name", removal.file().name())
                .put("deleted", removal.problem().isEmpty())
                .put("why", removal.problem());
    }

    static String stillThere(String why) {
        return "the values are deleted, but their bytes may remain in the database files: " + why
                + "; run the same command again when no other process uses the landscape";
    }

    /// `cleaned` is empty if there was nothing to do.
    static JsonObject json(
            List<PurgePlan> done, List<PurgePlan> leftOut, Amount amount, Optional<CleanupResult> cleaned) {
        return JsonObject.object()
                .put("dry_run", cleaned.isEmpty())
                .put("payloads", amount.payloads())
                .put("bytes", amount.bytes())
                .put("runs", done.stream().map(PurgeText::json).toList())
                .put("left_out", leftOut.stream().map(PurgeText::json).toList())
                .put("cleaned", cleaned.map(CleanupResult.Clean.class::isInstance));
    }

    private static JsonObject json(PurgePlan planned) {
        return JsonObject.object()
                .put("run", planned.run().runId())
                .put("rows", planned.rows())
                .put("payloads", planned.amount().payloads())
                .put("bytes", planned.amount().bytes())
                .put("refusal", planned.refusal());
    }
}
