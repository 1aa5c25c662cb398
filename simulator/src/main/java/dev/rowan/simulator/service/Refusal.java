package dev.rowan.simulator.service;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a service rejected a request, with what each dialect needs for its error body.
public record Refusal(
        int status,
        String type,
        Optional<String> code,
        Optional<String> param,
        String message,
        Map<String, ? extends @Nullable Object> details) {

    public static Refusal of(int status, String type, String message) {
        return new Refusal(status, type, Optional.empty(), Optional.empty(), message, Map.of());
    }

    public Refusal withCode(String code) {
        return new Refusal(status, type, Optional.of(code), param, message, details);
    }

    public Refusal withParam(String param) {
        return new Refusal(status, type, code, Optional.of(param), message, details);
    }

    public Refusal withDetails(Map<String, ? extends @Nullable Object> more) {
        return new Refusal(status, type, code, param, message, more);
    }

    public RefusedException thrown() {
        return new RefusedException(this);
    }
}
