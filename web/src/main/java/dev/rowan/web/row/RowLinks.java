package dev.rowan.web.row;

import dev.rowan.api.call.Payload;
import dev.rowan.engine.report.RowDetails;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallHistory.Attempt;
import dev.rowan.landscape.history.CallHistory.Reused;
import dev.rowan.landscape.history.RowHistory.Visit;
import java.util.Optional;
import java.util.stream.IntStream;

/// Adds requests and replies to the JSON of a row: long ones are cut, with the address of the whole.
record RowLinks(RowValues values) implements RowDetails {

    @Override
    public void add(Visit visit, JsonObject json) {
        json.put("input_href", values.address(RowValues.input(visit)));
        json.put(
                "outputs_href",
                IntStream.range(0, visit.outputs().size())
                        .mapToObj(index -> values.address(RowValues.output(visit, index)))
                        .toList());
    }

    @Override
    public void add(Visit visit, CallHistory call, JsonObject json) {
        message(json, "request", call.request(), RowValues.request(visit, call));
        json.put("curl", call.request().flatMap(request -> CurlLine.of(request.bytes())));
    }

    @Override
    public void add(Visit visit, CallHistory call, Reused reused, JsonObject json) {
        message(json, "reply", reused.reply(), RowValues.reused(visit, call));
    }

    @Override
    public void add(Visit visit, CallHistory call, Attempt attempt, JsonObject json) {
        message(json, "reply", attempt.end().flatMap(CallHistory.End::reply), RowValues.reply(visit, call, attempt));
    }

    private void message(JsonObject json, String name, Optional<Payload> message, String value) {
        json.put(name, message.map(bytes -> ValueView.cut(bytes.asText())));
        json.put(name + "_bytes", message.map(Payload::size));
        json.put(name + "_href", message.map(_ -> values.address(value)));
    }
}
