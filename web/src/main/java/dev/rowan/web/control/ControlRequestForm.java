package dev.rowan.web.control;

import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.web.http.WebRequestException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A control request from a form or a program: `order`, and for some `node` and `value`.
final class ControlRequestForm {
    private final Map<String, @Nullable Object> fields;

    ControlRequestForm(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    ControlRequest request() {
        try {
            ControlRequest order = ControlRequest.of(filled());
            OptionalLong number = number(order);
            if (number.isPresent() && number.getAsLong() < 1) {
                throw new WebRequestException(400, "'value' must be at least 1, got " + number.getAsLong());
            }
            return order;
        } catch (IllegalArgumentException wrong) {
            throw new WebRequestException(400, String.valueOf(wrong.getMessage()));
        }
    }

    /// Without what a form left empty.
    private Map<String, @Nullable Object> filled() {
        var filled = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((name, value) -> {
            if (value != null && !String.valueOf(value).isBlank()) {
                filled.put(name, String.valueOf(value).strip());
            }
        });
        return filled;
    }

    /// The requested number, if any.
    private static OptionalLong number(ControlRequest order) {
        return switch (order) {
            case ControlRequest.PoolSize(var _, int size) -> OptionalLong.of(size);
            case ControlRequest.RequestsPerMinute(var _, var limit) -> limit;
            case ControlRequest.TokensPerMinute(var _, var limit) -> limit;
            case ControlRequest.CancelJobs(var job) -> job;
            case ControlRequest.MaxCost _,
                    ControlRequest.Pause _,
                    ControlRequest.Resume _,
                    ControlRequest.Drain _,
                    ControlRequest.Cancel _ -> OptionalLong.empty();
        };
    }
}
