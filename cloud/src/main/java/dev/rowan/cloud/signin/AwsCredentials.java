package dev.rowan.cloud.signin;

import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.RequestSignature;
import java.util.Optional;

/// An access key of AWS or a service like it, with its session token if it is temporary.
public record AwsCredentials(String id, Secret secret, Optional<Secret> token) {

    /// The key that signs requests.
    public RequestSignature.Key key() {
        return new RequestSignature.Key(id, secret, token);
    }
}
