package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.util.Optional;

/// How to sign in to a cloud: the way, unless the provider chooses it, the region, and Google's project.
record SignInOptions(Optional<Way> way, Optional<String> region, Optional<String> project) {
    static final SignInOptions NONE = new SignInOptions(Optional.empty(), Optional.empty(), Optional.empty());

    static final Option<Way> SIGN_IN = Option.choice("sign_in", Way.class)
            .optional()
            .describedAs("key, or identity: that of the environment or the machine (azure, bedrock, vertex);"
                    + " default: key; for bedrock and vertex, identity if there is no key");
    static final Option<String> REGION = Option.text("region")
            .optional()
            .describedAs("region of bedrock (default: AWS_REGION, AWS_DEFAULT_REGION or the profile's) or location of"
                    + " vertex, such as global (default: GOOGLE_CLOUD_LOCATION)");
    static final Option<String> PROJECT = Option.text("project")
            .optional()
            .describedAs("Google Cloud project of vertex; default: GOOGLE_CLOUD_PROJECT");

    /// With a key, or with the identity of the environment or the machine.
    enum Way {
        KEY,
        IDENTITY
    }

    static SignInOptions read(Section options) {
        return new SignInOptions(options.find(SIGN_IN), options.find(REGION), options.find(PROJECT));
    }

    boolean isIdentity() {
        return way.filter(Way.IDENTITY::equals).isPresent();
    }
}
