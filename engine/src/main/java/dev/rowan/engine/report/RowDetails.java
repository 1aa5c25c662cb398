package dev.rowan.engine.report;

import dev.rowan.api.call.Payload;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallHistory.Attempt;
import dev.rowan.landscape.history.CallHistory.Reused;
import dev.rowan.landscape.history.RowHistory.Visit;

/// What a view adds to the JSON of a row: links, requests and replies. It adds nothing unless overridden.
public interface RowDetails {

    /// Neither requests nor replies.
    RowDetails NONE = new RowDetails() {};

    /// Requests and replies as text.
    RowDetails MESSAGES = new RowDetails() {
        @Override
        public void add(Visit visit, CallHistory call, JsonObject json) {
            json.put("request", call.request().map(Payload::asText));
        }

        @Override
        public void add(Visit visit, CallHistory call, Reused reused, JsonObject json) {
            json.put("reply", reused.reply().map(Payload::asText));
        }

        @Override
        public void add(Visit visit, CallHistory call, Attempt attempt, JsonObject json) {
            json.put("reply", attempt.end().flatMap(CallHistory.End::reply).map(Payload::asText));
        }
    };

    default void add(Visit visit, JsonObject json) {}

    default void add(Visit visit, CallHistory call, JsonObject json) {}

    default void add(Visit visit, CallHistory call, Reused reused, JsonObject json) {}

    default void add(Visit visit, CallHistory call, Attempt attempt, JsonObject json) {}
}
