package dev.rowan.simulator;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.fault.Fault;
import dev.rowan.simulator.fault.Junk;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.ReplyDelivery;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.safety.Damage;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Renders a handled request as a reply, with the fault planned for it.
final class ReplyMaker {
    private ReplyMaker() {}

    static HttpReply reply(RequestContext visit, HandledRequest handled, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(Header.of("x-simulator-request", visit.arrival().number()));
        headers.addAll(visit.dialect().headers(visit.seed(), handled.rates(), now));
        HttpReply reply = switch (handled) {
            case HandledRequest.Turned(var refusal, var more, var _) ->
                refused(visit, refusal).plus(headers).plus(more);
            case HandledRequest.Served(var given, var _) -> served(visit, given, headers);
        };
        return visit.fault() instanceof Fault.EchoKey ? KeyEcho.in(reply, visit.key()) : reply;
    }

    private static HttpReply refused(RequestContext visit, Refusal refusal) {
        return visit.dialect()
                .refused(refusal, visit.seed())
                .plus(visit.dialect().headers(refusal));
    }

    private static HttpReply served(RequestContext visit, EndpointResult given, List<Header> headers) {
        HttpReply reply = reply(given, visit.fault()).plus(headers);
        return switch (visit.fault()) {
            case Fault.FailLate(int status) ->
                refused(visit, visit.dialect().failed(status)).plus(headers);
            case Fault.None _, Fault.Fail _, Fault.Ends _, Fault.NoUsage _, Fault.EchoKey _, Fault.Damaged _ -> reply;
            case Fault.Broken(ReplyDelivery delivery) -> reply.with(delivery);
            case Fault.Replaced(Junk junk) -> reply.with(junk.contentType(), junk.content(json(given, visit.fault())));
            case Fault.Huge(long bytes) -> reply.with("application/json", Content.padded("{\"id\":\"", "\"}", bytes));
        };
    }

    private static HttpReply reply(EndpointResult given, Fault fault) {
        return switch (given) {
            case EndpointResult.Resource resource ->
                HttpReply.json(200, json(resource, fault)).plus(resource.headers());
            case EndpointResult.Download(String contentType, Content content, var _) ->
                HttpReply.of(200, contentType, content);
            case ModelReply answered -> HttpReply.json(200, json(answered, fault));
        };
    }

    private static byte[] json(EndpointResult given, Fault fault) {
        return switch (given) {
            case ModelReply answered -> body(answered, fault);
            case EndpointResult.Resource resource -> RowJson.writeValue(resource.body());
            case EndpointResult.Download _ -> RowJson.writeValue(JsonObjects.object("id", null));
        };
    }

    private static byte[] body(ModelReply answered, Fault fault) {
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
