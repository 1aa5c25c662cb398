package dev.rowan.simulator;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.Junk;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Delivery;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.Reply;
import dev.rowan.simulator.safety.Damage;
import dev.rowan.simulator.service.Answered;
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
            case Handled.Served(var answered, var _) -> served(visit, answered, headers);
        };
        return visit.fault() instanceof Fault.EchoKey ? KeyEcho.in(reply, visit.key()) : reply;
    }

    private static Reply refused(Visit visit, Refusal refusal) {
        return Reply.json(refusal.status(), RowJson.writeValue(visit.dialect().error(refusal, visit.seed())))
                .plus(visit.dialect().headers(refusal));
    }

    private static Reply served(Visit visit, Answered answered, List<Header> headers) {
        byte[] body = body(answered, visit.fault());
        Reply reply = Reply.json(200, body).plus(headers);
        return switch (visit.fault()) {
            case Fault.FailLate(int status) ->
                refused(visit, visit.dialect().failed(status)).plus(headers);
            case Fault.None _, Fault.Fail _, Fault.Ends _, Fault.NoUsage _, Fault.EchoKey _, Fault.Damaged _ -> reply;
            case Fault.Broken(Delivery delivery) -> reply.with(delivery);
            case Fault.Replaced(Junk junk) -> reply.with(junk.contentType(), junk.content(body));
            case Fault.Huge(long bytes) -> reply.with("application/json", Content.padded("{\"id\":\"", "\"}", bytes));
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
