package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.report.AttemptAccount;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.util.ArrayList;
import java.util.List;

/// A call with every attempt: what was sent and what came back, where the time went, what it used and cost.
record CallView(RowHistory history, RowValues pieces) {

    Html of(RowHistory.Visit visit, CallHistory call) {
        String generation =
                call.key().generation() == 0 ? "" : ", generation " + call.key().generation();
        return div(
                cls("call"),
                h3(text("Call " + call.key().number() + generation)),
                waits(call),
                MessageView.of("Request", call.request(), pieces.address(RowValues.request(visit, call))),
                MessageView.curl(call.request(), RowValues.of(visit, call)),
                Html.maybe(call.reused().map(reused -> reused(visit, call, reused))),
                Html.many(call.attempts().stream()
                        .map(attempt -> attempt(visit, call, attempt))
                        .toList()));
    }

    /// That the recorded answer of another run was taken, with the way to it.
    private Html reused(RowHistory.Visit visit, CallHistory call, CallHistory.Reused reused) {
        String run = reused.cited().runId();
        long row = reused.cited().key().rowSeq();
        return div(
                cls("attempt"),
                div(
                        cls("row"),
                        Badges.badge("good", reused.answer().shared() ? "shared" : "reused"),
                        span(
                                text("used the answer to call "
                                        + reused.cited().key().number() + " of "),
                                a("/runs/" + Href.encode(run) + "/rows/" + row, text("row " + row + " in run " + run)),
                                text(reused.model().map(model -> " by " + model).orElse("") + ", at no cost"
                                        + reused.answer()
                                                .cost()
                                                .map(cost -> " instead of " + Figures.dollars(cost))
                                                .orElse("")))),
                MessageView.of("Reply", reused.reply(), pieces.address(RowValues.reused(visit, call))));
    }

    /// That it waits for a batch and is in none: it was in no job yet, or all have ended without an answer.
    private static Html waits(CallHistory call) {
        boolean between = call.isAwaited()
                && call.attempts().stream().allMatch(attempt -> attempt.end().isPresent());
        return Html.maybe(call.parked()
                .filter(_ -> between)
                .map(since ->
                        p(Badges.badge("calm", "waits"), text(" for the next batch since " + Figures.time(since)))));
    }

    private Html attempt(RowHistory.Visit visit, CallHistory call, CallHistory.Attempt attempt) {
        return div(
                cls("attempt"),
                div(cls("row"), element("strong", text("Attempt " + attempt.number())), state(attempt), job(attempt)),
                Html.maybe(attempt.end()
                        .map(end -> Html.many(
                                times(end.times()),
                                p(cls("sub"), text(account(end))),
                                MessageView.of(
                                        "Reply",
                                        end.reply(),
                                        pieces.address(RowValues.reply(visit, call, attempt)))))));
    }

    private static Html state(CallHistory.Attempt attempt) {
        if (attempt.end().isEmpty()) {
            String since = " since " + Figures.time(attempt.intended()) + ", "
                    + (attempt.worst().equals(Usd.ZERO)
                            ? "cost unknown"
                            : "at most " + Figures.dollars(attempt.worst()));
            return attempt.batch().isPresent()
                    ? Html.many(Badges.badge("calm", "awaiting results"), span(cls("soft"), text(since)))
                    : Html.many(Badges.badge("live", "open"), span(cls("soft"), text("no result recorded" + since)));
        }
        CallHistory.End end = attempt.end().get();
        String word = end.state().word();
        String disposition = end.disposition().equals(word) ? "" : " (" + end.disposition() + ")";
        String status = end.status().isPresent() ? " " + end.status().getAsInt() : "";
        return Badges.badge(kind(end), word.replace('_', ' ') + status + disposition);
    }

    private static String kind(CallHistory.End end) {
        boolean read = end.state() == CallState.ANSWERED && end.disposition().equals("answered");
        return read ? "good" : end.state() == CallState.UNKNOWN ? "bad" : "warn";
    }

    private Html job(CallHistory.Attempt attempt) {
        return Html.maybe(attempt.batch()
                .map(item -> span(
                        text("in "),
                        a(
                                "/runs/" + Href.encode(history.run().runId()) + "/jobs/" + item.job(),
                                text("batch job " + item.job())),
                        text(", item " + item.item()))));
    }

    private static Html times(CallTimes times) {
        long wire = times.wireMicros();
        long first = Math.min(times.firstByteMicros(), wire);
        return new TimingBar(List.of(
                        new TimingBar.Stretch("pacer", times.pacerMicros(), 5),
                        new TimingBar.Stretch("permit", times.permitMicros(), 4),
                        new TimingBar.Stretch("time to first byte", first, 1),
                        new TimingBar.Stretch(first > 0 ? "rest of the reply" : "wire", wire - first, 3)))
                .html();
    }

    /// Tokens, cost and the service's own id.
    private static String account(CallHistory.End end) {
        var parts = new ArrayList<>(new AttemptAccount(end).parts());
        end.requestId().ifPresent(id -> parts.add("request id " + id));
        parts.add("ended " + Figures.time(end.at()));
        return String.join(" · ", parts);
    }
}
