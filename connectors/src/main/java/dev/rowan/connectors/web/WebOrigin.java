package dev.rowan.connectors.web;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.connectors.file.InputPart;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.storage.ObjectPart;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file on a web server that a source reads: in ranges if the server supports them and tells versions apart, else
/// from a temporary copy.
final class WebOrigin implements Origin {
    private final URI uri;
    private final Optional<SecretReference> reference;
    private @Nullable WebClient client;

    WebOrigin(URI uri, Optional<SecretReference> token) {
        this.uri = uri;
        this.reference = token;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        Optional<Secret> token = reference.isPresent() ? Optional.of(setup.secret(reference.get())) : Optional.empty();
        client = new WebClient(uri, token, setup.wire(), setup.time());
    }

    @Override
    public List<InputPart> list() throws IOException {
        if (client == null) {
            throw new IllegalStateException("prepare the source first");
        }
        return List.of(
                switch (client.look()) {
                    case WebClient.Looked.Ranged(var file, var version) -> new ObjectPart(file, path(), version);
                    case WebClient.Looked.Whole(var file) -> new DownloadedPart(file, path());
                    case WebClient.Looked.Failed(var message) -> throw new PluginException(message);
                });
    }

    /// Without the query, so that the end of the name tells the compression.
    private String path() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }

    @Override
    public String describe() {
        return path();
    }

    @Override
    public Optional<String> credential() {
        return reference.map(token -> "token from " + token.origin());
    }
}
