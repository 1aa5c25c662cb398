package dev.rowan.cloud.signin;

/// A service of Google Cloud for which tokens are issued. `keys` are the settings that avoid signing in, for messages.
public enum GoogleService {
    STORAGE(
            "https://www.googleapis.com/auth/devstorage.read_write",
            "set 'access_key_id' and 'secret_access_key', 'service_account', or 'anonymous: true' for public objects"),
    /// Vertex AI, and the buckets of its batches.
    PLATFORM(
            GoogleService.CLOUD_PLATFORM,
            "set GOOGLE_APPLICATION_CREDENTIALS to the file of a service account or of a workload identity, or"
                    + " 'api_key' to an access token");

    /// Everything that the identity may do.
    static final String CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";

    private final String scope;
    private final String keys;

    GoogleService(String scope, String keys) {
        this.scope = scope;
        this.keys = keys;
    }

    String scope() {
        return scope;
    }

    String keys() {
        return keys;
    }
}
