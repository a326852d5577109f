extension Specifier {
  /// The keyboard a text field asks for (rule V10).
  public enum KeyboardType: String, Hashable, Sendable, CaseIterable {
    /// The system's default keyboard.
    case standard = "Default"
    /// Letters; the system shows its default keyboard.
    case alphabet = "Alphabet"
    /// Numbers and punctuation.
    case numbersAndPunctuation = "NumbersAndPunctuation"
    /// Digits only.
    case numberPad = "NumberPad"
    /// Digits and a decimal point.
    case decimalPad = "DecimalPad"
    /// Digits, star and pound.
    case phonePad = "PhonePad"
    /// A name or a phone number.
    case namePhonePad = "NamePhonePad"
    /// ASCII characters.
    case asciiCapable = "AsciiCapable"
    /// A URL.
    case url = "URL"
    /// An e-mail address.
    case emailAddress = "EmailAddress"
  }

  /// Which letters a text field turns into capitals (rule V10).
  public enum AutocapitalizationType: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none = "None"
    /// The first of each sentence.
    case sentences = "Sentences"
    /// The first of each word.
    case words = "Words"
    /// All.
    case allCharacters = "AllCharacters"
  }

  /// Whether a text field corrects what is typed (rule V10).
  public enum AutocorrectionType: String, Hashable, Sendable, CaseIterable {
    /// As the system does.
    case standard = "Default"
    /// Never.
    case no = "No"
    /// Always.
    case yes = "Yes"
  }

  /// How the text of a row is aligned.
  public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
    /// As the language is written.
    case natural = "IASKUITextAlignmentNatural"
    /// To the left.
    case left = "IASKUITextAlignmentLeft"
    /// To the right.
    case right = "IASKUITextAlignmentRight"
    /// In the middle.
    case center = "IASKUITextAlignmentCenter"
  }

  /// What a text field holds, so that the system can offer it (rule V11).
  public enum TextContentType: String, Hashable, Sendable, CaseIterable {
    /// A person's full name.
    case name = "Name"
    /// A title before a name, such as "Dr."
    case namePrefix = "NamePrefix"
    /// A given name.
    case givenName = "GivenName"
    /// A middle name.
    case middleName = "MiddleName"
    /// A family name.
    case familyName = "FamilyName"
    /// What follows a name, such as "Jr."
    case nameSuffix = "NameSuffix"
    /// A nickname.
    case nickname = "Nickname"
    /// A job title.
    case jobTitle = "JobTitle"
    /// The name of an organization.
    case organizationName = "OrganizationName"
    /// A place.
    case location = "Location"
    /// A full street address.
    case fullStreetAddress = "FullStreetAddress"
    /// The first line of a street address.
    case streetAddressLine1 = "StreetAddressLine1"
    /// The second line of a street address.
    case streetAddressLine2 = "StreetAddressLine2"
    /// A city.
    case addressCity = "AddressCity"
    /// A state.
    case addressState = "AddressState"
    /// A city and its state.
    case addressCityAndState = "AddressCityAndState"
    /// A part of a city.
    case sublocality = "Sublocality"
    /// A country.
    case countryName = "CountryName"
    /// A postal code.
    case postalCode = "PostalCode"
    /// A telephone number.
    case telephoneNumber = "TelephoneNumber"
    /// An e-mail address.
    case emailAddress = "EmailAddress"
    /// A URL.
    case url = "URL"
    /// The number of a credit card.
    case creditCardNumber = "CreditCardNumber"
    /// A user's name for logging in.
    case username = "Username"
    /// A password.
    case password = "Password"
    /// A new password.
    case newPassword = "NewPassword"
    /// A code that is sent for one login.
    case oneTimeCode = "OneTimeCode"

    /// The type of this name, whose first letter may be small; nil for an unknown one.
    public init?(schemaName: String) {
      self.init(rawValue: schemaName.prefix(1).uppercased() + schemaName.dropFirst())
    }
  }
}
