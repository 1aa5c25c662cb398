package dev.rowan.web.record;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyReport;
import dev.rowan.web.html.Html;
import java.util.LinkedHashMap;
import java.util.Map;

/// The result of a verification.
final class CheckResult {
    private CheckResult() {}

    static Html of(RecordCheckState.Checked checked) {
        VerifyReport report = checked.report();
        return switch (report.verdict()) {
            case Verdict.Tampered(long seq, String what) ->
                p(
                        cls("notice bad"),
                        attr("role", "alert"),
                        text("Event " + Figures.count(seq) + " is the first that was tampered with: " + what));
            case Verdict.Intact intact ->
                div(
                        p(text(Figures.count(intact.events()) + " events, "
                                + Figures.count(report.seals().heads())
                                + " heads"
                                + (intact.gone() > 0
                                        ? "; the values of " + Figures.count(intact.gone()) + " events were deleted"
                                        : "")
                                + (intact.ended() ? "." : "; the run had not ended."))),
                        report.findings().isEmpty() ? Html.none() : findings(report));
        };
    }

    private static Html findings(VerifyReport report) {
        return div(
                cls("tablebox"),
                attr("tabindex", "0"),
                p(
                        cls("sub"),
                        text("The first " + report.findings().size() + " of " + report.allFindings() + " findings:")),
                table(
                        cls("grid"),
                        attr("aria-label", "Findings"),
                        element("thead", tr(head("Rule"), head("Event"), head("Problem"))),
                        element(
                                "tbody",
                                Html.many(report.findings().stream()
                                        .map(CheckResult::line)
                                        .toList()))));
    }

    private static Html line(Finding finding) {
        return tr(
                td(text(finding.invariant())),
                td(cls("num"), text(Figures.count(finding.seq()))),
                td(text(finding.message())));
    }

    private static Html head(String name) {
        return th(attr("scope", "col"), text(name));
    }

    /// The result as JSON.
    static JsonObject json(RecordCheckState check) {
        var json = JsonObject.object();
        json.put("check", check.word());
        switch (check) {
            case RecordCheckState.NotChecked _ -> {}
            case RecordCheckState.Checking(var since) -> json.put("since", since);
            case RecordCheckState.Failed(var at, String why) -> {
                json.put("at", at);
                json.put("why", why);
            }
            case RecordCheckState.Checked(var at, VerifyReport report) -> {
                json.put("at", at);
                switch (report.verdict()) {
                    case Verdict.Intact intact -> {
                        json.put("events", intact.events());
                        json.put("gone", intact.gone());
                        json.put("root", intact.head().root());
                    }
                    case Verdict.Tampered(long seq, String what) ->
                        json.put("tampered", Map.of("event", seq, "what", what));
                }
                json.put("all_findings", report.allFindings());
                json.put(
                        "findings",
                        report.findings().stream().map(CheckResult::json).toList());
            }
        }
        return json;
    }

    private static Map<String, Object> json(Finding finding) {
        return new LinkedHashMap<>(
                Map.of("rule", finding.invariant(), "event", finding.seq(), "words", finding.message()));
    }
}
