package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the token of the other identity provider comes from: a file or an address, read again each time. With `field`
/// it is in this field of a JSON object.
record ExternalSubject(Source source, Optional<String> field) {

    /// Where the text is.
    sealed interface Source {
        record InFile(Path path) implements Source {}

        record At(URI uri, Headers headers) implements Source {}
    }

    static ExternalSubject of(CredentialResponse json) throws PluginException {
        CredentialResponse source = inner(json, "credential_source")
                .orElseThrow(() -> new PluginException(json.what() + " must have a 'credential_source'"));
        Optional<CredentialResponse> format = inner(source, "format");
        boolean isJson =
                format.flatMap(form -> form.find("type")).filter("json"::equals).isPresent();
        Optional<String> field = isJson
                ? Optional.of(GoogleCredentialFile.field(format.orElseThrow(), "subject_token_field_name"))
                : Optional.empty();
        Optional<String> file = source.find("file");
        Optional<String> url = source.find("url");
        boolean isAws = source.find("environment_id").isPresent();
        if (file.isPresent()) {
            return new ExternalSubject(new Source.InFile(Path.of(file.get())), field);
        }
        if (url.isEmpty() || isAws) {
            throw new PluginException(json.what() + " must have a 'credential_source' with a 'file' or a 'url'; "
                    + (isAws ? "signatures of AWS" : "programs") + " are not supported");
        }
        return new ExternalSubject(new Source.At(uri(json, url.get()), headers(source)), field);
    }

    private static URI uri(CredentialResponse json, String text) throws PluginException {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new PluginException(json.what() + " must have an address as 'credential_source.url'", e);
        }
    }

    private static Headers headers(CredentialResponse source) {
        Headers headers = Headers.none();
        if (source.fields().get("headers") instanceof Map<?, ?> given) {
            for (Map.Entry<?, ?> header : given.entrySet()) {
                headers = headers.with(String.valueOf(header.getKey()), String.valueOf(header.getValue()));
            }
        }
        return headers;
    }

    private static Optional<CredentialResponse> inner(CredentialResponse json, String name) {
        return json.fields().get(name) instanceof Map<?, ?> fields
                ? Optional.of(new CredentialResponse(json.what(), fields))
                : Optional.empty();
    }

    String token(Wire wire, Time time) throws PluginException {
        String text = switch (source) {
            case Source.InFile(Path path) -> AwsMetadata.line(path);
            case Source.At(URI uri, Headers headers) -> fetched(uri, headers, wire, time);
        };
        String what = "the identity provider's token";
        return field.isEmpty()
                ? text
                : CredentialResponse.parse(what, Payload.utf8(text))
                        .secret(field.get())
                        .inClear();
    }

    /// Plain http is for metadata services.
    private static String fetched(URI uri, Headers headers, Wire wire, Time time) throws PluginException {
        var service = new TokenService("the identity provider at " + uri.getHost(), time);
        WireRequest request = TokenService.get(uri, headers, List.of());
        Payload body = request.isSecure() ? service.request(wire, request) : service.metadata(request);
        return body.asText().strip();
    }
}
