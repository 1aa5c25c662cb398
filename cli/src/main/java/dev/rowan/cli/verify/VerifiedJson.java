package dev.rowan.cli.verify;

import dev.rowan.cli.verify.Verified.HeadRead;
import dev.rowan.cli.verify.Verified.SinkRead;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.KeptHead;
import dev.rowan.landscape.verify.SinkFile;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyReport;
import java.nio.file.Path;
import java.util.Locale;

/// What was checked, for machines.
final class VerifiedJson {
    private VerifiedJson() {}

    static JsonObject of(Verified verified) {
        VerifyReport report = verified.report();
        JsonObject json = JsonObject.object()
                .put("status", verified.code().name().toLowerCase(Locale.ROOT))
                .put("exit_code", verified.code().number())
                .put("run", verified.runId());
        switch (report.verdict()) {
            case Verdict.Intact(long events, long gone, boolean _, var head) ->
                json.put("events", events)
                        .put("gone", gone)
                        .put(
                                "head",
                                JsonObject.object()
                                        .put("size", head.size())
                                        .put("root", head.root())
                                        .put("last_leaf", head.lastLeaf())
                                        .put("time", head.time()));
            case Verdict.Tampered(long seq, String what) ->
                json.put("first_bad_seq", seq).put("what", what);
        }
        return json.put("rows_read", report.progress().rowsRead())
                .put("rows_derived", report.progress().rowsDerived())
                .put("rows_ended", report.progress().rowsEnded())
                .put("run_status", report.progress().status())
                .put("epoch", report.progress().epoch())
                .put(
                        "findings",
                        report.findings().stream().map(VerifiedJson::finding).toList())
                .put("all_findings", report.allFindings())
                .put("anchored", verified.anchored())
                .put("heads", verified.heads().stream().map(VerifiedJson::head).toList())
                .put("recorded_heads", report.seals().heads())
                .put("key_id", verified.key().map(VerifyingKey::id))
                .put("signed_heads", report.seals().signed())
                .put("sinks", verified.sinks().stream().map(VerifiedJson::sink).toList());
    }

    private static JsonObject finding(Finding finding) {
        return JsonObject.object()
                .put("invariant", finding.invariant())
                .put("seq", finding.seq())
                .put("what", finding.message());
    }

    private static JsonObject head(HeadRead head) {
        return JsonObject.object()
                .put("file", head.file().toString())
                .put("size", head.head().map(KeptHead::size))
                .put("what", head.read() instanceof HeadFiles.Read.Bad(String what) ? what : null);
    }

    private static JsonObject sink(SinkRead sink) {
        JsonObject json = JsonObject.object()
                .put("name", sink.sink().name())
                .put("file", sink.file().map(Path::toString))
                .put("checked", sink.result().isPresent())
                .put("same", sink.result().isPresent() && !sink.changed());
        sink.sink()
                .mark()
                .ifPresent(mark -> json.put("rows", mark.rows())
                        .put("start", mark.start())
                        .put("end", mark.end())
                        .put("sha256", mark.sha256()));
        if (sink.result().orElse(null) instanceof SinkFile.Result.Changed(long from, long to, String what)) {
            json.put("bad_from", from).put("bad_to", to).put("what", what);
        }
        return json;
    }
}
