package dev.rowan.simulator;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.Junk;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Delivery;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.Reply;
import dev.rowan.simulator.json.Json;
import dev.rowan.simulator.safety.Damage;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Given;
import dev.rowan.simulator.service.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts what became of a request into a reply, with the fault that befalls it.
final class ReplyMaker {
    private ReplyMaker() {}

    static Reply reply(Visit visit, Handled handled, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(Header.of("x-simulator-request", visit.arrival().number()));
        headers.addAll(visit.dialect().headers(visit.seed(), handled.rates(), now));
        Reply reply = switch (handled) {
            case Handled.Turned(var refusal, var more, var _) ->
                refused(visit, refusal).plus(headers).plus(more);
            case Handled.Served(var given, var _) -> served(visit, given, headers);
        };
        return visit.fault() instanceof Fault.EchoKey ? KeyEcho.in(reply, visit.key()) : reply;
    }

    private static Reply refused(Visit visit, Refusal refusal) {
        return Reply.json(refusal.status(), RowJson.writeValue(visit.dialect().error(refusal, visit.seed())))
                .plus(visit.dialect().headers(refusal));
    }

    private static Reply served(Visit visit, Given given, List<Header> headers) {
        Reply reply = reply(given, visit.fault()).plus(headers);
        return switch (visit.fault()) {
            case Fault.FailLate(int status) ->
                refused(visit, visit.dialect().failed(status)).plus(headers);
            case Fault.None _, Fault.Fail _, Fault.Ends _, Fault.NoUsage _, Fault.EchoKey _, Fault.Damaged _ -> reply;
            case Fault.Broken(Delivery delivery) -> reply.with(delivery);
            case Fault.Replaced(Junk junk) -> reply.with(junk.contentType(), junk.content(json(given, visit.fault())));
            case Fault.Huge(long bytes) -> reply.with("application/json", Content.padded("{\"id\":\"", "\"}", bytes));
        };
    }

    private static Reply reply(Given given, Fault fault) {
        return switch (given) {
            case Given.Told told -> Reply.json(200, json(told, fault)).plus(told.headers());
            case Given.Download(String contentType, Content content, var _) -> Reply.of(200, contentType, content);
            case Answered answered -> Reply.json(200, json(answered, fault));
        };
    }

    private static byte[] json(Given given, Fault fault) {
        return switch (given) {
            case Answered answered -> body(answered, fault);
            case Given.Told told -> RowJson.writeValue(told.body());
            case Given.Download _ -> RowJson.writeValue(Json.object("id", null));
        };
    }

    private static byte[] body(Answered answered, Fault fault) {
        return switch (fault) {
            case Fault.NoUsage _ -> {
                var without = new LinkedHashMap<String, @Nullable Object>(answered.body());
                without.keySet().removeAll(List.of("usage", "usageMetadata"));
                yield RowJson.writeValue(without);
            }
            case Fault.Damaged(Damage damage) -> damage.applied(answered.body());
            case Fault.None _,
                    Fault.Fail _,
                    Fault.FailLate _,
                    Fault.Ends _,
                    Fault.Broken _,
                    Fault.Replaced _,
                    Fault.Huge _,
                    Fault.EchoKey _ -> RowJson.writeValue(answered.body());
        };
    }
}
