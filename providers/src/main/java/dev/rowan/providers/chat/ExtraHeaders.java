package dev.rowan.providers.chat;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Additional headers for every request to a service. Secret ones are sent to its host only.
public record ExtraHeaders(Headers plain, Map<String, Secret> hidden) {
    public static final ExtraHeaders NONE = new ExtraHeaders(Headers.none(), Map.of());

    public ExtraHeaders {
        hidden = Collections.unmodifiableMap(new LinkedHashMap<>(hidden));
    }

    WireRequest addTo(WireRequest request, String host) {
        if (plain.fields().isEmpty() && hidden.isEmpty()) {
            return request;
        }
        Headers headers = request.headers();
        for (Headers.Field field : plain.fields()) {
            headers = headers.with(field.name(), field.value());
        }
        List<Credential> credentials = new ArrayList<>(request.credentials());
        hidden.forEach((name, secret) -> credentials.add(Credential.header(host, name, secret)));
        return request.with(headers, credentials);
    }
}
