package dev.rowan.connectors.signin;

import dev.rowan.api.secret.Secret;
import java.util.Optional;

/// An access key of AWS or a service like it, with its session token if it is temporary.
public record AwsCredentials(String id, Secret secret, Optional<Secret> token) {}
