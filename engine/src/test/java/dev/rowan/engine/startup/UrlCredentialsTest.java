package dev.rowan.engine.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlCredentialsTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "postgresql://rowan:s3cret@db:5432/audit , postgresql://***@db:5432/audit",
                "postgresql://rowan:s3@cret@db/audit , postgresql://***@db/audit",
                "landscape: {url: \"postgresql://u:p@h/d\"} , landscape: {url: \"postgresql://***@h/d\"}",
                "postgresql://h/d?user=u&password=p&ssl=true , postgresql://h/d?user=u&password=***&ssl=true",
                "url: 'postgresql://h/d?PASSWORD=p' , url: 'postgresql://h/d?PASSWORD=***'",
                "url: ${ROWAN_LANDSCAPE} , url: ${ROWAN_LANDSCAPE}",
                "path: reviews.csv # ask me@example.org , path: reviews.csv # ask me@example.org"
            })
    void removesUserAndPasswordAndNothingElse(String text, String recorded) {
        assertThat(UrlCredentials.removedFrom(text)).isEqualTo(recorded);
    }
}
