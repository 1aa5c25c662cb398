package dev.rowan.cloud.signin;

import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The JSON object of a service that issues credentials. Messages do not repeat its values.
record CredentialResponse(String what, Map<?, ?> fields) {

    static CredentialResponse parse(String what, Payload body) throws PluginException {
        try {
            if (RowJson.readValue(body.bytes()) instanceof Map<?, ?> fields) {
                return new CredentialResponse(what, fields);
            }
        } catch (JsonException _) {
            // its message would show a part of the reply
        }
        throw new PluginException(what + " must give a JSON object");
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(fields.get(name)).map(String::valueOf).filter(text -> !text.isBlank());
    }

    Secret secret(String name) throws PluginException {
        String value = find(name).orElseThrow(() -> new PluginException(what + " must give '" + name + "'"));
        try {
            return Secret.of(what, value);
        } catch (IllegalArgumentException _) {
            throw new PluginException(what + " must give one line as '" + name + "'");
        }
    }

    /// An instant, as seconds since 1970 or as ISO text.
    Optional<Instant> instant(String name) throws PluginException {
        Optional<String> text = find(name);
        try {
            return text.map(value -> value.chars().allMatch(c -> c >= '0' && c <= '9')
                    ? Instant.ofEpochSecond(Long.parseLong(value))
                    : Instant.parse(value));
        } catch (DateTimeException | NumberFormatException _) {
            throw new PluginException(what + " must give a time as '" + name + "'");
        }
    }

    /// The end of something that lasts for the seconds in `name` from `now` on.
    Optional<Instant> after(String name, Instant now) throws PluginException {
        try {
            return find(name).map(text -> now.plusSeconds((long) Double.parseDouble(text)));
        } catch (NumberFormatException _) {
            throw new PluginException(what + " must give a number as '" + name + "'");
        }
    }
}
